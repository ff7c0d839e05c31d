import type { CampReports } from '#contract/growth-reports.ts';
import { useStore } from '@nanostores/react';
import { staffPaths } from '#config/staff-paths.ts';
import { Button } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
import { Verbatim } from '#ui/Verbatim.tsx';
import { Progress } from './Camps.tsx';
import { ChildReport } from './ChildReport.tsx';
import { growthMessages as words, stateMessages } from './messages.ts';
import { type ChildState, nextChild, stateOf } from './model.ts';
import { Review } from './Review.tsx';
import type { GrowthReports } from './store.ts';

const tones: Partial<Record<ChildState, string>> = {
  released: 'good',
  ready: 'good',
  returned: 'warn',
  draft: 'warn',
};

/** Shows the children of a camp and, beside them or on a phone instead of them, the report of one child. */
export function Camp({ store, camp }: { store: GrowthReports; camp: CampReports }) {
  const childId = useStore(store.$childId);
  const outcome = useStore(store.$outcome);
  const child = camp.list.find((one) => one.child_id === childId);
  const next = nextChild(camp.list, '');
  return (
    <div className={child ? 'growth growth-one' : 'growth'}>
      <div className="growth-list stack gap-3.5">
        <div className="staff-head">
          <div>
            <p className="quiet">
              <a href={staffPaths.growthReports}>{words.back}</a>
            </p>
            <h1>{words.title}</h1>
            <p className="quiet">{words.camp(camp)}</p>
          </div>
        </div>
        <Progress camp={camp} />
        {camp.write_until !== null && <p className="quiet">{words.until(camp.write_until)}</p>}
        {camp.unmarked > 0 && <Notice tone="warn">{words.unmarked(camp.unmarked)}</Notice>}
        {store.content.length !== 10 && <Notice tone="bad">{words.noFoundations}</Notice>}
        {!child && next && (
          <Button wide onClick={() => store.show(next.child_id)}>
            {words.start}
          </Button>
        )}
        <ul className="sheet growth-children" aria-label={words.children}>
          {camp.list.map((one) => {
            const state = stateOf(one);
            return (
              <li key={one.child_id}>
                <button
                  type="button"
                  aria-current={one.child_id === childId ? 'true' : undefined}
                  onClick={() => store.show(one.child_id)}
                >
                  <b>
                    <Verbatim>{one.name}</Verbatim>
                  </b>
                  <span className={`tag ${tones[state] ?? ''}`}>{stateMessages[state]}</span>
                </button>
              </li>
            );
          })}
        </ul>
      </div>
      <div className="growth-main">
        {outcome && <Notice tone={outcome.tone}>{outcome.text}</Notice>}
        {child ? (
          <ChildReport key={child.child_id} store={store} camp={camp} child={child} />
        ) : (
          camp.may_release && <Review store={store} camp={camp} />
        )}
      </div>
    </div>
  );
}
