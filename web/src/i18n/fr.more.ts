import type { More } from "./index.svelte";
import { fr as learn } from "./fr.learn";
import { fr as puzzles } from "./fr.puzzles";
import { fr as review } from "./fr.review";
import { fr as simulation } from "./fr.simulation";
import { fr as you } from "./fr.you";

export const fr: More = { ...learn, ...puzzles, ...review, ...simulation, ...you };
