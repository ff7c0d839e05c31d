import { useEffect, useState } from 'react';
import { type DocumentActionComponent, useDocumentOperation, useDocumentOperationEvent } from 'sanity';
import { useRouter } from 'sanity/router';
import './question.css';

/**
 * Documents to publish once their restored draft has arrived, with the revision of the previous draft. Restoring
 * takes a moment, and the previous draft must not be published.
 */
const toPublish = new Map<string, string | undefined>();

/** Returns true once for each restored draft that should be published. */
export const takeRestored = (id: string, draftRevision: string): boolean =>
  toPublish.has(id) && toPublish.get(id) !== draftRevision && toPublish.delete(id);

/** Wraps Studio's Revert action to explain that it only changes the draft. */
const explained = new WeakMap<DocumentActionComponent, DocumentActionComponent>();
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

/**
 * Restores an earlier version into the draft, and publishes it if the user chooses that. Large price changes need
 * confirmation as usual. Studio shows only one action beside an earlier version, so this action offers both choices.
 */
export const RestoreAndPublish: DocumentActionComponent = ({ id, type, draft, revision }) => {
  const { restore } = useDocumentOperation(id, type);
  const event = useDocumentOperationEvent(id, type);
  const { navigateIntent } = useRouter();
  const [step, setStep] = useState<'waiting' | 'asking' | 'restoring'>('waiting');
  const isRestored = step === 'restoring' && event?.type === 'success' && event.op === 'restore';
  useEffect(() => {
    if (!isRestored) return;
    setStep('waiting');
    // Opens the form of the draft, which has the Publish button and its questions.
    navigateIntent('edit', { id, type });
  }, [isRestored, navigateIntent, id, type]);
  if (revision === undefined) return null;
  const start = () => {
    setStep('restoring');
    restore.execute(revision);
  };
  return {
    label: 'Restore this version',
    tone: 'caution',
    disabled: Boolean(restore.disabled) || revision === '@initial' || step === 'restoring',
    onHandle: () => setStep('asking'),
    dialog:
      step === 'asking'
        ? {
            type: 'dialog',
            header: 'Restore this version?',
            width: 'small',
            onClose: () => setStep('waiting'),
            content: (
              <div className="question">
                <p>As a draft, it changes nothing for parents until somebody publishes it.</p>
                <p>
                  Published, parents see it once the pages are built, in a few minutes. The checkout charges
                  its prices within seconds.
                </p>
              </div>
            ),
            footer: (
              <div className="answers">
                <button type="button" onClick={() => setStep('waiting')}>
                  Back
                </button>
                <button type="button" onClick={start}>
                  Restore as a draft
                </button>
                <button
                  type="button"
                  className="yes"
                  onClick={() => {
                    toPublish.set(id, draft?._rev);
                    start();
                  }}
                >
                  Restore and publish
                </button>
              </div>
            ),
          }
        : null,
  };
};
RestoreAndPublish.action = 'restore';
RestoreAndPublish.displayName = 'RestoreAndPublish';
