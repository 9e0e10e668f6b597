import type { Catalog } from "./index.svelte";
import { es as pages } from "./es.pages";
import { es as rules } from "./es.rules";
import { es as table } from "./es.table";
import { es as talk } from "./es.talk";

export const es: Catalog = { ...pages, ...rules, ...table, ...talk };
