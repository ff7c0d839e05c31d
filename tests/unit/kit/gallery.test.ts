import { expect, it, vi } from 'vitest';
import { gallery } from '#ui/kit/gallery/integration.ts';

const { hooks } = gallery();
type Setup = Parameters<NonNullable<(typeof hooks)['astro:config:setup']>>[0];
type Done = Parameters<NonNullable<(typeof hooks)['astro:build:done']>>[0];

function routesOf(command: Setup['command']): unknown[] {
  const injectRoute = vi.fn();
  void hooks['astro:config:setup']?.({ command, injectRoute } as unknown as Setup);
  return injectRoute.mock.calls.map(([{ pattern }]) => pattern as unknown);
}

it('the gallery is a page of the development server only', () => {
  expect(routesOf('dev')).toEqual(['/gallery']);
  expect(routesOf('build')).toEqual([]);
  expect(routesOf('preview')).toEqual([]);
});

it('the gallery fails a build that contains it', () => {
  const end = (pathname: string) => hooks['astro:build:done']?.({ pages: [{ pathname }] } as Done);
  expect(() => end('gallery')).toThrow('/gallery');
  expect(() => end('checkout')).not.toThrow();
});
