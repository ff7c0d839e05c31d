import { type DocumentActionComponent, useDocumentOperation } from 'sanity';
import { useState } from 'react';

/**
 * With the revision of the draft before: restoring takes a moment, and what was in the draft until then must not be
 * published.
 */
const wanted = new Map<string, string | undefined>();

/** True once for each restored draft that is to be published. */
export const takeRestored = (id: string, draftRevision: string): boolean =>
  wanted.has(id) && wanted.get(id) !== draftRevision && wanted.delete(id);

/** Studio's own Revert, which says that it only changes the draft. */
const explained = new WeakMap<DocumentActionComponent, DocumentActionComponent>();
export function explainRestore(original: DocumentActionComponent): DocumentActionComponent {
  const known = explained.get(original);
  if (known) return known;
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

/** Restores an earlier version and publishes it. A large change of a price is asked about as at every publish. */
export const RestoreAndPublish: DocumentActionComponent = ({ id, type, draft, revision }) => {
  const { restore } = useDocumentOperation(id, type);
  const [isAsking, setAsking] = useState(false);
  if (revision === undefined) return null;
  return {
    label: 'Restore and publish',
    title: 'Puts this version into the draft and publishes it.',
    tone: 'caution',
    disabled: Boolean(restore.disabled) || revision === '@initial',
    onHandle: () => setAsking(true),
    dialog: isAsking
      ? {
          type: 'confirm',
          tone: 'caution',
          message:
            'Parents see this version once the pages are built, in a few minutes. The checkout charges its prices within seconds.',
          onCancel: () => setAsking(false),
          onConfirm: () => {
            setAsking(false);
            wanted.set(id, draft?._rev);
            restore.execute(revision);
          },
        }
      : null,
  };
};
RestoreAndPublish.action = 'restore';
RestoreAndPublish.displayName = 'RestoreAndPublish';
