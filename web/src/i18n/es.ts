import type { First } from "./index.svelte";
import { es as coach } from "./es.coach";
import { es as host } from "./es.host";
import { es as pages } from "./es.pages";
import { es as rules } from "./es.rules";
import { es as table } from "./es.table";
import { es as talk } from "./es.talk";

export const es: First = { ...coach, ...host, ...pages, ...rules, ...table, ...talk };
