import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import type { FamilyPage, SameFamily, StaffFamily } from '#contract/management-families.ts';
import { errorText } from '#api/error-text.ts';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { ConfirmActions } from '#ui/ConfirmActions.tsx';
import { FormElement } from '#ui/kit/form/FormElement.tsx';
import { useLazyText } from '#ui/use-lazy-text.ts';
import { Notice } from '#ui/Notice.tsx';
import { showToast } from '#ui/toast.ts';
import { showUndo } from '#ui/staff/table/undo.ts';
import type { FamilyDetailsStore } from './detail.ts';
import { AccountTag, childrenLine } from './list.tsx';
import { createMerge, type Merge, type MergeView } from './merge.ts';
import { mergeMessages, mergeRefusals } from './merge-messages.ts';
import { doneMessage } from './messages.ts';
import { MergeSides } from './MergeSides.tsx';
import { findNewParents, countNewProposals } from './model.ts';
import { PageSection } from './PageSection.tsx';

/**
 * Lists possible duplicates of this family, and searches for others. Staff confirm a merge before it
 * happens.
 */
export function PossibleDuplicates({ detail, details }: { detail: FamilyDetailsStore; details: FamilyPage }) {
  const [merge] = useState(() =>
    createMerge(details.family.family_id, (into) => {
      showToast(mergeMessages.merged, 'good');
      // The family that remains may be open already, so it is closed and read again.
      detail.close();
      detail.open(into);
    }),
  );
  const view = useStore(merge.$view);
  const searchState = useStore(merge.$found);
  const [text, setText] = useState('');
  return (
    <PageSection
      title={mergeMessages.title}
      anchor="same"
      count={details.same.length}
      none={mergeMessages.none}
    >
      {details.same.length > 0 && <p className="quiet">{mergeMessages.lead}</p>}
      <ul className="family-rows">
        {details.same.map((other) => (
          <Candidate key={other.family_id} detail={detail} merge={merge} other={other} same={other.same} />
        ))}
      </ul>
      <details className="no-print">
        <summary>{mergeMessages.otherFamily}</summary>
        <FormElement
          className="merge-search"
          onSubmit={() => {
            void merge.search(text);
          }}
        >
          <Field
            id="merge-search"
            label={mergeMessages.search}
            type="search"
            autoComplete="off"
            maxLength={120}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
          <Button kind="line" small type="submit" busy={searchState.state === 'searching'}>
            {mergeMessages.find}
          </Button>
        </FormElement>
        {searchState.state === 'failed' && <p role="alert">{mergeMessages.failed}</p>}
        {searchState.state === 'ready' && searchState.rows.length === 0 && (
          <p role="status">{mergeMessages.nobody}</p>
        )}
        {searchState.state === 'ready' && (
          <ul className="family-rows">
            {searchState.rows.map((other) => (
              <Candidate key={other.family_id} detail={detail} merge={merge} other={other} same={[]} />
            ))}
          </ul>
        )}
      </details>
      <Preview merge={merge} view={view} />
    </PageSection>
  );
}

/** Records that the families are different. An undo shows the suggestion again. */
async function setDistinctWithUndo(detail: FamilyDetailsStore, otherId: string): Promise<void> {
  if (!(await detail.setDistinct(otherId, true))) return;
  showUndo(
    doneMessage({ state: 'done', what: 'distinct' }),
    mergeMessages.undo,
    () => void detail.setDistinct(otherId, false),
  );
}

interface CandidateProps {
  detail: FamilyDetailsStore;
  merge: Merge;
  other: StaffFamily;
  same: SameFamily['same'];
}
const Candidate = ({ detail, merge, other, same }: CandidateProps) => (
  <li>
    <p>
      <a href={detail.hrefOf(other.family_id)}>{other.name}</a> <AccountTag has={other.has_account} />
    </p>
    <p className="quiet">{[other.email, childrenLine(other)].filter(Boolean).join(' · ')}</p>
    <p className="tags">
      {same.map((candidate) => (
        <span key={candidate} className="tag warn">
          {mergeMessages.sameField[candidate]}
        </span>
      ))}
      <Button
        kind="line"
        small
        aria-label={mergeMessages.compareWith(other.name)}
        onClick={() => void merge.choose(other.family_id)}
      >
        {mergeMessages.compare}
      </Button>
      {same.length > 0 && (
        <Button
          kind="line"
          small
          aria-label={mergeMessages.distinctOf(other.name)}
          onClick={() => void setDistinctWithUndo(detail, other.family_id)}
        >
          {mergeMessages.distinct}
        </Button>
      )}
    </p>
  </li>
);

function Preview({ merge, view }: { merge: Merge; view: MergeView }) {
  const place = useRef<HTMLDivElement>(null);
  const { state } = view;
  useEffect(() => {
    if (state === 'ready') place.current?.focus();
  }, [state]);
  if (view.state === 'idle') return null;
  if (view.state === 'looking') return <p role="status">{mergeMessages.looking}</p>;
  if (view.state === 'refused') return <RefusalNotice view={view} />;
  const { preview, busy, changed } = view;
  const { from, into } = preview;
  const [fromName, intoName] = [mergeMessages.nameOf(from.family), mergeMessages.nameOf(into.family)];
  const isSameKind = [from, into].every(({ family }) => family.has_account === into.family.has_account);
  return (
    <div ref={place} className="merge-preview" tabIndex={-1} role="group" aria-label={mergeMessages.preview}>
      {changed && <Notice tone="warn">{mergeMessages.changed}</Notice>}
      <h3>{mergeMessages.becomes(fromName, intoName)}</h3>
      <MergeSides into={into} from={from} />
      <ul className="list-disc">
        <li>{mergeMessages.moves(from, intoName)}</li>
        {preview.children.map((child) => (
          <li key={child.id}>{mergeMessages.child(child, intoName)}</li>
        ))}
        {findNewParents(preview).map((name) => (
          <li key={name}>{mergeMessages.parent(name)}</li>
        ))}
        <li>{mergeMessages.mergedContents(intoName, countNewProposals(preview))}</li>
        <li>{mergeMessages.ends(fromName)}</li>
      </ul>
      <p>
        <b>{mergeMessages.mergeWarning}</b> {mergeMessages.proof}
      </p>
      <ConfirmActions
        small
        harm
        keep={mergeMessages.no}
        onKeep={merge.leave}
        act={mergeMessages.yes(fromName, intoName)}
        onAct={() => void merge.merge()}
        busy={busy}
      >
        {isSameKind && (
          <Button kind="line" small onClick={() => void merge.turn()}>
            {mergeMessages.turn(fromName)}
          </Button>
        )}
      </ConfirmActions>
    </div>
  );
}

const refusedMessage = ({ code }: Extract<MergeView, { state: 'refused' }>) => errorText(code, mergeRefusals);

function RefusalNotice({ view }: { view: Extract<MergeView, { state: 'refused' }> }) {
  const text = useLazyText(view, refusedMessage);
  return text === '' ? null : <Notice tone="bad">{text}</Notice>;
}
