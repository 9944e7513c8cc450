/** What a training run tells while it goes on. */

/** In the order in which they happen. */
export const TRAINING_STEPS = {
  read: 'Read and tokenise',
  truecase: 'Truecase',
  align: 'Align words',
  index: 'Index both sides',
  lexicon: 'Word translations',
  'language-model': 'Language model',
  length: 'Length of translations',
  confidence: 'Word confidence',
  write: 'Write and verify',
} as const;

export type TrainingStep = keyof typeof TRAINING_STEPS;

export interface TrainingProgress {
  readonly step: TrainingStep;
  readonly done: number;
  /** Same unit as `done`; 0 when it is not known. */
  readonly total: number;
}
