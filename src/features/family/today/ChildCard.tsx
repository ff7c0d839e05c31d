import type { FamilyChild, FamilyDashboard } from '#contract/family.ts';
import { formatDay } from '#contract/format.ts';
import { useStore } from '@nanostores/react';
import { years } from '#domain/ages.ts';
import { childPath, paths } from '#config/paths.ts';
import { ButtonLink } from '#ui/Button.tsx';
import { Verbatim } from '#ui/Verbatim.tsx';
import { WithNames } from '#ui/WithNames.tsx';
import { ChildFace } from './ChildFace.tsx';
import { teamBadges } from '#ui/avatars.ts';
import { Notice } from '#ui/Notice.tsx';
import { Facts } from './Facts.tsx';
import { Ladder } from './Ladder.tsx';
import { levelMessages, messages, missingMessage } from './messages.ts';
import { QuizOffer } from './QuizOffer.tsx';
import type { Today } from './store.ts';

/** The length above which a name would break the button's text into many lines. */
const LONG_NAME = 16;

interface Props {
  today: Today;
  family: FamilyDashboard;
  child: FamilyChild;
  index: number;
}

export function ChildCard({ today, family, child, index }: Props) {
  const outcome = useStore(today.$outcome);
  const { id, name, age, dob, team, current_level, details_missing, quiz_completed } = child;
  return (
    <article className="card today-kid" aria-labelledby={`child-${id}`}>
      <div className="kid-head">
        <ChildFace child={child} index={index} />
        <div>
          <h3 id={`child-${id}`}>
            <Verbatim>{name}</Verbatim>
          </h3>
          <p className="quiet">
            {years(age)} · born {formatDay(dob)}
          </p>
          <p className="kid-team">
            {team && <img src={teamBadges[team.id]} width="26" height="26" alt="" />}
            {team ? `${team.name}, Level ${current_level}` : levelMessages.noTeam}
          </p>
        </div>
      </div>
      <Ladder child={child} />
      {!quiz_completed && child.status === 'own' && <QuizOffer today={today} child={child} />}
      {outcome?.section === id && (
        <div className="kid-todo">
          <Notice tone={outcome.tone}>
            <WithNames text={outcome.text} names={[name]} />
          </Notice>
        </div>
      )}
      <Facts family={family} child={child} />
      {child.growth_report && (
        <p className="kid-todo">
          <a href={`${paths.familyGrowth}?report=${child.growth_report.id}`}>
            {levelMessages.growthReport(child.growth_report)}
          </a>
        </p>
      )}
      {child.status === 'proposed' ? (
        <QuizSuggestion name={name} />
      ) : (
        <>
          {details_missing.length > 0 && <p className="kid-todo">{missingMessage(details_missing)}</p>}
          <div className="kid-acts">
            <NextStep child={child} />
            <ButtonLink kind="line" small href={childPath(id)}>
              <span>
                {name.length > LONG_NAME ? (
                  messages.longProfile
                ) : (
                  <WithNames text={messages.profile(name)} names={[name]} />
                )}
              </span>
              {name.length > LONG_NAME && <span className="sr-only">: {name}</span>}
            </ButtonLink>
          </div>
        </>
      )}
    </article>
  );
}

/** Shows the orange button with the next step. For a child without credits, it offers a pass. */
function NextStep({ child: { id, credits_remaining } }: { child: FamilyChild }) {
  return credits_remaining > 0 ? (
    <ButtonLink small href={`${paths.familyBook}?child=${id}`}>
      {messages.book}
    </ButtonLink>
  ) : (
    <ButtonLink small href={`${paths.familyPasses}#buy`}>
      {messages.getPass}
    </ButtonLink>
  );
}

const QuizSuggestion = ({ name }: { name: string }) => (
  <div className="kid-acts">
    <p className="quiet">
      A booking named <Verbatim>{name}</Verbatim>. Is this your child?
    </p>
    <ButtonLink small href={`${paths.familyParents}#proposals`}>
      Tell us
    </ButtonLink>
  </div>
);
