import { readPreviewEnvironment } from '#preview/environment.ts';
import { startPreview } from '#preview/server.ts';
import { runPart } from '../part.ts';

await runPart(() => startPreview(readPreviewEnvironment()));
