import { definePlugin, type DocumentActionComponent } from 'sanity';

/** There is one of the settings, of each team and of each legal page: none is added, copied, withdrawn or deleted. */
const fixedTypes = new Set(['siteSettings', 'team', 'legalPage']);
const allowed = new Set<DocumentActionComponent['action']>(['publish', 'discardChanges', 'restore']);

export const keepFixedDocuments = definePlugin({
  name: 'fixed-documents',
  schema: { templates: (templates) => templates.filter(({ schemaType }) => !fixedTypes.has(schemaType)) },
  document: {
    newDocumentOptions: (options) => options.filter(({ templateId }) => !fixedTypes.has(templateId)),
    actions: (actions, { schemaType }) =>
      fixedTypes.has(schemaType) ? actions.filter(({ action }) => allowed.has(action)) : actions,
  },
});
