import { expect, it } from 'vitest';
import { publicPath } from '#config/paths.ts';

it.each([
  ['/', '/'],
  ['/index', '/'],
  ['/index.html', '/'],
  ['/about.html', '/about'],
  ['/checkout/index.html', '/checkout/'],
  ['/bookindex', '/bookindex'],
])('the file %s has the public path %s', (file, path) => expect(publicPath(file)).toBe(path));
