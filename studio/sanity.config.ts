import { visionTool } from '@sanity/vision';
import { defineConfig } from 'sanity';
import { structureTool } from 'sanity/structure';
import { brand } from '../src/config/brand.ts';
import { checks } from './checks/tool.ts';
import { copiedPages } from './copied-pages.ts';
import { apiHost, dataset, previewUrl, projectId } from './env.ts';
import { localWorkspace } from './local.ts';
import { overview } from './overview/tool.ts';
import { keepPlannedPlaces } from './places/guard.ts';
import { pictures } from './pictures/tool.ts';
import { plan } from './plan/tool.ts';
import { presence } from './presentation/presence.ts';
import { preview } from './presentation/tool.ts';
import { publication } from './publication/plugin.ts';
import { publishing } from './publishing/publish.tsx';
import { questions } from './questions/tool.ts';
import { keepOnSale } from './sale/guard.ts';
import { schemaTypes } from './schemaTypes/index.ts';
import { sharing } from './sharing/plugin.tsx';
import { questionsOfTopics } from './structure/faq-in-topic.ts';
import { keepFixedDocuments } from './structure/fixed-documents.ts';
import { structure } from './structure/index.ts';
import { staffRoles } from './structure/roles.ts';
import { documentNode } from './structure/views.ts';
import { keepInUse } from './usage/guard.ts';
import { findSentence } from './wording/tool.ts';

export default defineConfig({
  name: 'default',
  title: brand.name,
  projectId,
  dataset,
  schema: { types: schemaTypes },
  plugins: [
    overview(),
    structureTool({ structure, defaultDocumentNode: documentNode, title: 'Content' }),
    ...(previewUrl ? [preview(previewUrl), presence()] : []),
    publication(),
    keepFixedDocuments(),
    staffRoles(),
    keepOnSale(),
    keepPlannedPlaces(),
    questionsOfTopics(),
    publishing(),
    keepInUse(),
    copiedPages(),
    questions(),
    plan(),
    checks(),
    findSentence(),
    pictures(),
    // This plugin comes last, because pages keep only a few of the actions before it.
    ...(previewUrl ? [sharing(previewUrl)] : []),
    // The query tool is for developers, not for editors.
    ...(apiHost ? [visionTool()] : []),
  ],
  // Studio's own code must be able to read the sign-in token, because reading parents' questions
  // sends it (questions/asked-questions.ts). So it is not stored in a cookie.
  auth: { loginMethod: 'token' },
  ...(apiHost ? localWorkspace(apiHost) : {}),
});
