import { importPages } from "../../pages/import-pages.ts";

export const { createPages } = await importPages(() => import("./routes.tsx"));
