// @vitest-environment happy-dom
/** The browser makes pictures smaller before they are sent, because the server refuses large ones. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { shrinkPicture } from '#browser/shrink-picture.ts';

const drawn = new Blob(['drawn'], { type: 'image/jpeg' });
const file = (bytes: number) => new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' });
let canvasSize: [number, number] | null;
let pixel: number[];

beforeEach(() => {
  canvasSize = null;
  pixel = [0x41, 0x80, 0xc0, 255];
  const context = { fillRect: vi.fn(), drawImage: vi.fn(), getImageData: () => ({ data: pixel }) };
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as never);
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation(function (
    this: HTMLCanvasElement,
    done,
  ) {
    canvasSize = [this.width, this.height];
    done(drawn);
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});
const stubPicture = (width: number, height: number) =>
  vi.stubGlobal('createImageBitmap', () => Promise.resolve({ width, height, close: () => undefined }));

test.each([
  ['a phone’s 15 MB', 8000, 6000, 15_000_000, [1600, 1200]],
  ['few bytes, but many pixels', 3000, 6000, 90_000, [800, 1600]],
])('%s become at most 1,600 pixels', async (_, width, height, bytes, size) => {
  stubPicture(width, height);
  expect(await shrinkPicture(file(bytes), 1600)).toBe(drawn);
  expect(canvasSize).toEqual(size);
});

test('a small picture is sent unchanged', async () => {
  stubPicture(1200, 900);
  const small = file(90_000);
  expect(await shrinkPicture(small, 1600)).toBe(small);
});

test('a browser that hides drawings sends the file unchanged, and no blank picture', async () => {
  stubPicture(8000, 6000);
  pixel = [255, 255, 255, 255];
  const large = file(15_000_000);
  expect(await shrinkPicture(large, 1600)).toBe(large);
});

test('a file that the browser cannot draw is sent unchanged, and the server decides', async () => {
  vi.stubGlobal('createImageBitmap', () => Promise.reject(new Error('no picture')));
  const strange = file(900_000);
  expect(await shrinkPicture(strange, 1600)).toBe(strange);
});
