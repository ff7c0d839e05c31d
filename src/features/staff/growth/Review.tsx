import type { CampReports } from '#contract/growth-reports.ts';
import { useStore } from '@nanostores/react';
import { Button } from '#ui/Button.tsx';
import { Verbatim } from '#ui/Verbatim.tsx';
import { releaseMessages as words } from './messages.ts';
import { countMarks, moveOf, readyToRelease } from './model.ts';
import type { GrowthReports } from './store.ts';

/** Lists the finished reports with all their words, so that somebody reads them before the families do. */
export function Review({ store, camp }: { store: GrowthReports; camp: CampReports }) {
  const busy = useStore(store.$busy);
  const rows = readyToRelease(camp);
  return (
    <section className="sheet growth-review" aria-labelledby="to-release">
      <header>
        <h2 id="to-release">{words.title}</h2>
        {rows.length > 0 && <span className="tag numbers">{rows.length}</span>}
      </header>
      {rows.length === 0 ? (
        <p className="quiet">{words.none}</p>
      ) : (
        <>
          <ul>
            {rows.map(({ child, report }) => (
              <li key={child.child_id}>
                <div className="growth-review-head">
                  <b>
                    <Verbatim>{child.name}</Verbatim>
                  </b>
                  <Button
                    kind="line"
                    small
                    aria-label={words.editOf(child.name)}
                    onClick={() => store.show(child.child_id)}
                  >
                    {words.edit}
                  </Button>
                </div>
                <p className="growth-sentence">{report.sentence}</p>
                <p className="quiet">
                  {words.by(report.written_by)}
                  {words.level(moveOf(report, child.level))}
                  {words.marks(countMarks(report.foundations))}
                </p>
              </li>
            ))}
          </ul>
          <div className="growth-inset">
            <Button kind="solid" busy={busy} onClick={() => void store.releaseAll(camp)}>
              {words.all(rows.length)}
            </Button>
          </div>
        </>
      )}
    </section>
  );
}
