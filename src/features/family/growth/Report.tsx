import { type FamilyGrowthReport, growthMarks } from '#contract/growth-reports.ts';
import { useStore } from '@nanostores/react';
import paw from '#assets/mascot/paw.svg?url';
import { paths } from '#config/paths.ts';
import { markNames } from '#domain/growth-messages.ts';
import { Button, ButtonLink } from '#ui/Button.tsx';
import { LevelSteps } from '#ui/family/LevelSteps.tsx';
import { titleSize } from '#ui/family/title-size.ts';
import { Icon } from '#ui/Icon.tsx';
import { print } from '#ui/icons.ts';
import { signOf } from '#ui/signs.ts';
import { Verbatim } from '#ui/Verbatim.tsx';
import { WithNames } from '#ui/WithNames.tsx';
import { growthMessages as words, nextMessages, scaleMessages } from './messages.ts';
import { lastYearOf, markThen, suggestionPath } from './model.ts';
import type { Growth } from './store.ts';

interface Props {
  growth: Growth;
  reports: readonly FamilyGrowthReport[];
  report: FamilyGrowthReport;
}

export function Report({ growth, reports, report }: Props) {
  const lastYear = lastYearOf(reports, report);
  const { child_name: name } = report;
  return (
    <article className="growth-page">
      <header className="growth-head">
        <div>
          <p className="kick">
            <img src={paw} width="20" height="20" alt="" />
            {words.kick}
          </p>
          <h1 className={titleSize(name)}>
            <WithNames text={words.title(name)} names={[name]} />
          </h1>
          <p className="lead">{words.camp(report)}</p>
        </div>
        <Button kind="line" small onClick={() => window.print()}>
          <Icon path={print} />
          <span>{words.print}</span>
        </Button>
      </header>
      <div className="growth-top">
        <figure className="growth-quote card">
          <blockquote>
            <p>{report.sentence}</p>
          </blockquote>
          <figcaption>
            <Verbatim>{words.coach(report.coach)}</Verbatim>
          </figcaption>
        </figure>
        <Ladder report={report} />
      </div>
      <Foundations report={report} lastYear={lastYear} />
      {lastYear && (
        <section className="growth-then card" aria-labelledby="last-year">
          <h2 id="last-year">{words.lastYearTitle(lastYear.last_day.slice(0, 4))}</h2>
          <p>{lastYear.sentence}</p>
          <p className="quiet">
            <Verbatim>{words.coach(lastYear.coach)}</Verbatim>, {words.camp(lastYear)}
          </p>
        </section>
      )}
      <Next growth={growth} report={report} />
      <p className="no-print">
        <a href={paths.familyReviews}>{words.review}</a>
      </p>
      <OtherReports growth={growth} reports={reports} report={report} />
    </article>
  );
}

function Ladder({ report: { level, level_before } }: Pick<Props, 'report'>) {
  return (
    <section className="growth-ladder card" aria-labelledby="ladder">
      <h2 id="ladder">{words.ladder}</h2>
      <LevelSteps level={level} label={words.ladderLabel(level)} current={words.ladderLabel(level)} />
      <p className="quiet">
        {level > level_before ? words.movedUp(level_before, level) : words.stayed(level)}
      </p>
    </section>
  );
}

function Foundations({
  report,
  lastYear,
}: Pick<Props, 'report'> & { lastYear: FamilyGrowthReport | undefined }) {
  return (
    <section aria-labelledby="foundations">
      <h2 id="foundations">{words.foundations}</h2>
      <p className="quiet">{words.lead}</p>
      <ol className="growth-foundations">
        {report.foundations.map(({ key, emoji, title, text, mark }) => {
          const then = markThen(lastYear, title);
          const sign = signOf(emoji);
          return (
            <li key={key} className="card">
              <span className="growth-sign" aria-hidden="true">
                {sign === null ? (
                  emoji
                ) : (
                  <svg>
                    <use href={sign} />
                  </svg>
                )}
              </span>
              <div>
                <h3>{title}</h3>
                <p className="quiet">{text}</p>
              </div>
              <p className="growth-mark">
                <span className={`mark ${mark ?? 'not_seen'}`}>{markNames[mark ?? 'not_seen']}</span>
                {then !== null && <span className="quiet">{words.lastYear(markNames[then])}</span>}
              </p>
            </li>
          );
        })}
      </ol>
      <dl className="growth-words" aria-label={words.scale}>
        {growthMarks.map((mark) => (
          <div key={mark}>
            <dt>
              <span className={`mark ${mark}`}>{markNames[mark]}</span>
            </dt>
            <dd>{scaleMessages[mark]}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Next({ growth, report }: Pick<Props, 'growth' | 'report'>) {
  const suggestion = useStore(growth.$suggestion);
  if (suggestion === null || suggestion.childId !== report.child_id) return null;
  const { next } = suggestion;
  const isFull = next.places === 0;
  return (
    <section className="growth-next card no-print" aria-labelledby="next-step">
      <div>
        <h2 id="next-step">{nextMessages.title}</h2>
        <p>
          <b>{nextMessages.what(next)}</b>
        </p>
        <p className="quiet">
          <WithNames text={nextMessages.text(report.child_name)} names={[report.child_name]} />{' '}
          {isFull && nextMessages.full}
        </p>
      </div>
      <ButtonLink kind={isFull ? 'line' : 'solid'} href={suggestionPath(next, report.child_id)}>
        {isFull
          ? nextMessages.join
          : next.kind === 'camp'
            ? nextMessages.bookCamp
            : next.has_credit
              ? nextMessages.bookClass
              : nextMessages.getPass}
      </ButtonLink>
    </section>
  );
}

function OtherReports({ growth, reports, report }: Props) {
  const others = reports.filter(({ id }) => id !== report.id);
  if (others.length === 0) return null;
  return (
    <section className="no-print" aria-labelledby="other-reports">
      <h2 id="other-reports">{words.more}</h2>
      <ul className="growth-others">
        {others.map((other) => (
          <li key={other.id}>
            <button type="button" className="text-button" onClick={() => growth.show(other.id)}>
              <WithNames text={words.open(other)} names={[other.child_name]} />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
