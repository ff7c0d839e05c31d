import { definePlugin, type DocumentActionComponent } from 'sanity';
import { singletons } from './singletons.ts';

/**
 * The types whose documents can be neither added nor deleted, because the code expects exactly these.
 */
const fixedTypes = new Set([
  ...singletons.map(({ type }) => type),
  ...['team', 'level', 'holidayPackage', 'legalPage', 'popup', 'wording', 'translation'],
]);
/** The actions that remain. If the project's plan has Sanity's scheduled drafts, their actions are among them. */
const allowed = new Set<DocumentActionComponent['action']>([
  ...(['publish', 'discardChanges', 'restore', 'schedule', 'discardVersion'] as const),
]);

export const keepFixedDocuments = definePlugin({
  name: 'fixed-documents',
  schema: { templates: (templates) => templates.filter(({ schemaType }) => !fixedTypes.has(schemaType)) },
  document: {
    newDocumentOptions: (options) => options.filter(({ templateId }) => !fixedTypes.has(templateId)),
    actions: (actions, { schemaType }) =>
      fixedTypes.has(schemaType) ? actions.filter(({ action }) => allowed.has(action)) : actions,
  },
});
