import { brand } from '#config/brand.ts';
import { paths } from '#config/paths.ts';
import { buildManifest } from './_manifest.ts';

/** The manifest of the public site. It cannot be installed as an app, so it opens in the browser. */
export const GET = buildManifest({ name: brand.name, start_url: paths.home, display: 'browser' });
