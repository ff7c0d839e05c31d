// `npm run preview` starts this on a host. It is the site with drafts, for Studio and for shared links
// (docs/deploying.md).
import { readPreviewEnvironment } from './environment.ts';
import { startPreview } from './server.ts';

const preview = await startPreview(readPreviewEnvironment());
console.log(`The preview listens at ${preview.url}.`);
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void preview.stop().then(() => process.exit()));
