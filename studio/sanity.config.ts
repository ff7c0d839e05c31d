import { visionTool } from '@sanity/vision';
import { defineConfig } from 'sanity';
import { structureTool } from 'sanity/structure';
import { brand } from '../src/config/brand.ts';
import { apiHost, dataset, projectId } from './env.ts';
import { localWorkspace } from './local.ts';
import { schemaTypes } from './schemaTypes/index.ts';
import { keepFixedDocuments } from './structure/fixed.ts';
import { structure } from './structure/index.ts';

export default defineConfig({
  name: 'default',
  title: brand.name,
  projectId,
  dataset,
  schema: { types: schemaTypes },
  // Queries by hand are for whoever works on the code, not for the people who write the words.
  plugins: [
    structureTool({ structure, title: 'Content' }),
    keepFixedDocuments(),
    ...(apiHost ? [visionTool()] : []),
  ],
  ...(apiHost ? localWorkspace(apiHost) : {}),
});
