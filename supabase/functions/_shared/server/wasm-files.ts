import { readFile } from 'node:fs/promises';

/**
 * The compiled decoders, and the encoder of JPEG. The first string of each is a module, and the second is the path of
 * its WebAssembly file, relative to that module.
 */
export const wasmFiles = {
  jpeg: ['@jsquash/jpeg/decode.js', 'codec/dec/mozjpeg_dec.wasm'],
  writeJpeg: ['@jsquash/jpeg/encode.js', 'codec/enc/mozjpeg_enc.wasm'],
  png: ['@jsquash/png/decode.js', 'codec/pkg/squoosh_png_bg.wasm'],
  webp: ['@jsquash/webp/decode.js', 'codec/dec/webp_dec.wasm'],
  resize: ['@jsquash/resize/lib/resize/pkg/squoosh_resize.js', 'squoosh_resize_bg.wasm'],
} as const;
export type WasmName = keyof typeof wasmFiles;

/**
 * Reads a decoder in Node. A bundle contains the files, and has another module in place of this one
 * (scripts/functions.ts).
 */
export async function readWasm(name: WasmName): Promise<WebAssembly.Module> {
  const [module, file] = wasmFiles[name];
  return await WebAssembly.compile(await readFile(new URL(file, import.meta.resolve(module))));
}
