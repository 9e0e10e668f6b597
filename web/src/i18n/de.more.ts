import type { More } from "./index.svelte";
import { de as learn } from "./de.learn";
import { de as puzzles } from "./de.puzzles";
import { de as review } from "./de.review";
import { de as simulation } from "./de.simulation";
import { de as you } from "./de.you";

export const de: More = { ...learn, ...puzzles, ...review, ...simulation, ...you };
