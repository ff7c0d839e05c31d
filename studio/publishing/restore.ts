import type { DocumentActionComponent } from 'sanity';

const explained = new WeakMap<DocumentActionComponent, DocumentActionComponent>();

/** Wraps Studio's Revert action to explain that it only changes the draft. */
export function explainRestore(original: DocumentActionComponent): DocumentActionComponent {
  const cached = explained.get(original);
  if (cached) return cached;
  const useAction: DocumentActionComponent = (props) => {
    const description = original(props);
    const dialog = description?.dialog;
    if (!description || !dialog || dialog.type !== 'confirm') return description;
    return {
      ...description,
      dialog: {
        ...dialog,
        message:
          'This puts the earlier version into the draft. Parents see and pay what is published until you press Publish.',
      },
    };
  };
  const wrapped = Object.assign(useAction, { action: 'restore' as const, displayName: 'ExplainedRestore' });
  explained.set(original, wrapped);
  return wrapped;
}
