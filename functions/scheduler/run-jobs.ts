/**
 * Runs the jobs of the scheduler one after the other. A job that fails does not keep the others from running.
 *
 * @throws AggregateError with the errors of the jobs
 */
export async function runJobs(
  jobs: readonly (() => Promise<void>)[],
): Promise<void> {
  const errors: unknown[] = [];
  for (const job of jobs)
    await job().catch((error: unknown) => errors.push(error));
  if (errors.length > 0)
    throw new AggregateError(errors, "some jobs of the scheduler failed");
}
