/** The commands of the `enface` program, in the order `enface --help` lists them. */
import { aer } from './aer.js';
import { align } from './align.js';
import type { Command } from './command.js';
import { confidence } from './confidence.js';
import { evaluate } from './evaluate.js';
import { inspect } from './inspect.js';
import { lm } from './lm.js';
import { serve } from './serve.js';
import { simulate } from './simulate.js';
import { train } from './train.js';
import { translate } from './translate.js';
import { tune } from './tune.js';

export const COMMANDS: readonly Command[] = [
  train,
  tune,
  translate,
  evaluate,
  confidence,
  simulate,
  inspect,
  align,
  aer,
  lm,
  serve,
];
