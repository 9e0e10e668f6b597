import type { More } from "./index.svelte";
import { es as learn } from "./es.learn";
import { es as puzzles } from "./es.puzzles";
import { es as review } from "./es.review";
import { es as simulation } from "./es.simulation";
import { es as you } from "./es.you";

export const es: More = { ...learn, ...puzzles, ...review, ...simulation, ...you };
