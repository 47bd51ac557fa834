import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { NearestFirst } from "./nearest-first.ts";

/**
 * The tests of `shared/` as a mutant meets them, thousands of times: no bundles, one process, the nearest tests first.
 */
export default defineConfig({
  root: join(import.meta.dirname, "../.."),
  test: {
    include: [
      "test/shared/**/*.test.ts",
      // They compare the texts of tables with the documents.
      "test/docs/{configuration,reason-codes}.test.ts",
      // The specification of the URLs and addresses of avatars.
      "test/security/outbound/avatar-urls.test.ts",
      // The specification of the fields in `shared/person`.
      "test/functions/onboarding/hire.test.ts",
      // The specifications of the statements of events, of the search for a person, and of the runs of a plan.
      "test/functions/employment/statement-of.test.ts",
      "test/functions/onboarding/search-people.test.ts",
      "test/functions/lists/{lost,failing-pulls}.test.ts",
      // The specifications of what `shared/store` offers the scheduler and the operators.
      "test/functions/{scheduler,operations}/*.test.ts",
      // The specifications of how a person is changed, and of the outbox of notices.
      "test/functions/{profile-update,notifications}/*.test.ts",
    ],
    // Each mutant gets a new process. Its test files share their imports, which take most of the time.
    isolate: false,
    setupFiles: ["test/mutation/one-process.ts"],
    sequence: { sequencer: NearestFirst },
    // Ends a test that a mutant keeps from ending. To end its process would take longer.
    testTimeout: 20_000,
    hookTimeout: 10_000,
  },
});
