import type { Catalog } from "./index.svelte";
import { es as host } from "./es.host";
import { es as pages } from "./es.pages";
import { es as puzzles } from "./es.puzzles";
import { es as review } from "./es.review";
import { es as rules } from "./es.rules";
import { es as table } from "./es.table";
import { es as talk } from "./es.talk";
import { es as you } from "./es.you";

export const es: Catalog = { ...host, ...pages, ...puzzles, ...review, ...rules, ...table, ...talk, ...you };
