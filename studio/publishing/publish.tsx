import { useEffect, useState } from 'react';
import {
  definePlugin,
  type DocumentActionComponent,
  useDocumentOperation,
  useDocumentOperationEvent,
  useSyncState,
  useValidationStatus,
} from 'sanity';
import { confirmedPrices } from '../../supabase/functions/_shared/contract/confirmed-prices.ts';
import { belowFloor, jumpsOf, type PricedDraft } from '../sale/price-jumps.ts';
import { soldTypes } from '../sale/sold-types.ts';
import { useOfferUse } from '../sale/useOfferUse.ts';
import { PriceAnswers, PriceQuestion } from './PriceQuestion.tsx';
import { explainRestore } from './restore.ts';
import { scheduleUnlessPriced } from './schedule.ts';
import { isUploading, stepOf, takesClick, type RequestedPublish } from './step.ts';
import { useLasting } from './useLasting.ts';

const AGAIN_MS = 1_000;

const SURE_MS = 5_000;

const WRONG_MS = 500;

const notes = {
  correct: 'Not published: something needs to be corrected. The form shows what.',
  'give up': 'Not published after several attempts. Check your connection, then press Publish again.',
  typed: 'Not published, because you kept typing. Press Publish again when you have finished.',
};

/** The wrapped Publish actions. They wait until everything is saved, and say that they wait. So no click is lost. */
const wrappedActions = new WeakMap<DocumentActionComponent, DocumentActionComponent>();
function publishWhenSaved(original: DocumentActionComponent): DocumentActionComponent {
  const cached = wrappedActions.get(original);
  if (cached) return cached;
  const useAction: DocumentActionComponent = (props) => {
    const { id, type, draft, published } = props;
    const description = original(props);
    const { isSyncing } = useSyncState(id, type);
    const validity = useValidationStatus(draft?._id ?? id, type, true);
    const { patch } = useDocumentOperation(id, type);
    const event = useDocumentOperationEvent(id, type);
    const [clicks, setClicks] = useState(0);
    // The checkout learns about a publication only afterwards, so its prices are read again after every click.
    const use = useOfferUse(type, id, published, { document: draft ?? published, readCount: clicks });
    const [wanted, setWanted] = useState<RequestedPublish | null>(null);
    const [note, setNote] = useState<keyof typeof notes | null>(null);

    const isSold = soldTypes.has(type);
    const priced = draft ?? published;
    const jumps =
      !isSold || !priced
        ? []
        : use === null
          ? null
          : jumpsOf(priced as PricedDraft, published as PricedDraft | null, use);
    const hasErrors = validity.validation.some(({ level }) => level === 'error');
    // The validation may be of an earlier version of the document.
    const isValidating = validity.isValidating || validity.revision !== (draft ?? published)?._rev;
    const areErrorsSure = useLasting(hasErrors && !isSyncing && !isValidating, WRONG_MS);
    const step =
      wanted &&
      stepOf({
        wanted,
        published: published?._rev,
        hasDraft: draft !== null,
        isSyncing,
        isValidating,
        hasErrors,
        jumps,
        isUploading: isUploading(draft),
        isBusy: description?.disabled === true,
      });
    const press = description?.onHandle;
    const tries = wanted?.tries ?? 0;

    useEffect(() => {
      if (step === 'done') setWanted(null);
      if (step === 'ask')
        setWanted((now) => (now && !now.isConfirming ? { ...now, isConfirming: true } : now));
      if (step === 'correct' || step === 'give up') {
        // Errors of the version before the last edit may remain for a moment.
        const end = () => {
          setWanted(null);
          setNote(step);
        };
        const timer = setTimeout(end, SURE_MS);
        return () => clearTimeout(timer);
      }
      if (step !== 'press') return;
      const timer = setTimeout(
        () => {
          setWanted((now) => now && { ...now, tries: now.tries + 1 });
          press?.();
        },
        tries === 0 ? 0 : AGAIN_MS,
      );
      return () => clearTimeout(timer);
    }, [step, tries, press]);

    // Studio itself shows an error of the content lake.
    const failed = event?.type === 'error' && event.op === 'publish' ? event : null;
    useEffect(() => {
      if (failed) setWanted(null);
    }, [failed]);

    const waits = wanted !== null;
    useEffect(() => {
      if (!waits) return;
      // The user is still typing, so publishing now could publish half a word. The click is therefore cancelled.
      const typed = () => {
        setWanted(null);
        setNote('typed');
      };
      document.addEventListener('input', typed);
      return () => document.removeEventListener('input', typed);
    }, [waits]);

    const want = () => {
      setNote(null);
      setClicks((count) => count + 1);
      setWanted({ revision: published?._rev, tries: 0 });
    };

    if (!description) return null;
    if (step === 'ask' && priced && jumps)
      return {
        ...description,
        disabled: true,
        // A question about money must be announced and keep the focus, which a popover does not do.
        dialog: {
          type: 'dialog',
          header: 'Publish these prices?',
          width: 'small',
          content: (
            <PriceQuestion
              documentId={id}
              jumps={jumps}
              use={use}
              low={belowFloor(priced as PricedDraft, use)}
            />
          ),
          footer: (
            <PriceAnswers
              back={() => setWanted(null)}
              yes={() =>
                patch.execute([{ set: { pricesConfirmed: confirmedPrices(priced as PricedDraft) } }])
              }
            />
          ),
          onClose: () => setWanted(null),
        },
      };
    if (wanted)
      return {
        ...description,
        disabled: true,
        label: 'Publishing…',
        title: 'We publish it as soon as everything is saved.',
      };
    // The document was published without this question, so the checkout still uses the previous price.
    if (!draft && published && use !== 'unknown' && jumps && jumps.length > 0)
      return {
        ...description,
        disabled: false,
        label: 'Confirm prices',
        title: 'The checkout and the pages keep the earlier prices until you confirm these.',
        dialog: null,
        onHandle: want,
      };
    const title = note && draft ? notes[note] : description.title;
    const label = note && draft ? 'Publish again' : description.label;
    const passes = takesClick({
      hasDraft: draft !== null,
      isSyncing,
      isValidating,
      hasErrors,
      areErrorsSure,
    });
    const disabled = description.disabled === true && !passes;
    return { ...description, label, title, disabled, onHandle: want };
  };
  const wrapped = Object.assign(useAction, { action: 'publish' as const, displayName: 'SurePublish' });
  wrappedActions.set(original, wrapped);
  return wrapped;
}

export const publishing = definePlugin({
  name: 'publishing',
  document: {
    actions: (actions, { versionType }) =>
      actions.flatMap((action) => {
        // Sanity's scheduled drafts and releases are published in their own way.
        if (versionType === 'scheduled-draft' || versionType === 'version') return action;
        if (action.action === 'publish') return publishWhenSaved(action);
        if (action.action === 'schedule') return scheduleUnlessPriced(action);
        return action.action === 'restore' ? explainRestore(action) : action;
      }),
  },
});
