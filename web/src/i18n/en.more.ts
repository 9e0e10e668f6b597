/** The words of pages that few open at first, in English. */

import { en as learn } from "./en.learn";
import { en as puzzles } from "./en.puzzles";
import { en as review } from "./en.review";
import { en as simulation } from "./en.simulation";
import { en as you } from "./en.you";

export const en = { ...learn, ...puzzles, ...review, ...simulation, ...you } as const;
