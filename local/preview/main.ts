import { readPreviewEnvironment } from '#preview/environment.ts';
import { startPreview } from '#preview/server.ts';
import { runService } from '../service.ts';

await runService(() => startPreview(readPreviewEnvironment()));
