/**
 * Everything the engine asks of its host beyond the language itself. The compiler gives `models/` no Node and
 * no DOM types, so this file is the complete list.
 */
declare class TextEncoder {
  encode(text?: string): Uint8Array<ArrayBuffer>;
  encodeInto(text: string, into: Uint8Array): { read: number; written: number };
}

declare class TextDecoder {
  constructor(label?: 'utf-8' | 'utf-16le', options?: { fatal?: boolean; ignoreBOM?: boolean });
  decode(bytes?: ArrayBufferView | ArrayBuffer, options?: { stream?: boolean }): string;
}
