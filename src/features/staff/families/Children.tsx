import { useStore } from '@nanostores/react';
import type { FamilyPage } from '#contract/management-families.ts';
import { avatarOf } from '#ui/avatars.ts';
import { taskMessages } from '#ui/staff/task/messages.ts';
import { newTaskPath } from '#ui/staff/task/task-path.ts';
import { ChangeButtons } from './ChangeButtons.tsx';
import { agreeTeam, correctChild, setLevel } from './changes.ts';
import { AskFamily } from './AskFamily.tsx';
import { BlockedTag, GoingAlone, LevelHistory } from './ChildFacts.tsx';
import { type FamilyDetailsStore, firstAidKey } from './detail.ts';
import { HealthButton } from './HealthButton.tsx';
import { changeMessages } from './change-messages.ts';
import { childMessages } from './messages.ts';
import { PageSection } from './PageSection.tsx';

interface Props {
  detail: FamilyDetailsStore;
  details: FamilyPage;
  busy: boolean;
}

/** Lists the family's children. Health information is shown only after a click, because each read is logged. */
export function Children({ detail, details, busy }: Props) {
  const health = useStore(detail.$health);
  return (
    <PageSection title={childMessages.title} count={details.children.length} none={childMessages.none}>
      <ul className="family-children">
        {details.children.map((child) => (
          <li key={child.id} id={`child-${child.id}`} ref={scrollToLinked}>
            <img
              src={avatarOf(Number.parseInt(child.id.slice(-2), 16) || 0)}
              width="44"
              height="44"
              alt=""
              loading="lazy"
            />
            <div>
              <h3>{child.name}</h3>
              <p className="quiet">{childMessages.facts(child)}</p>
              <p className="tags">
                <BlockedTag collection={child.collection} />
                {child.team && <span className="tag">{child.team.name}</span>}
                {child.agreed_teams.map((team) => (
                  <span key={team} className="tag good">
                    {changeMessages.mayJoin(details.teams.find(({ id }) => id === team)?.name ?? team)}
                  </span>
                ))}
                <span className={child.credits_remaining > 0 ? 'tag good' : 'tag'}>
                  {childMessages.credits(child.credits_remaining)}
                </span>
                {child.status === 'proposed' && <span className="tag warn">{childMessages.proposed}</span>}
                {child.details_missing.length > 0 && (
                  <span className="tag warn">{childMessages.missing(child.details_missing)}</span>
                )}
              </p>
              <p className="quiet numbers">{childMessages.attendance(child.sessions)}</p>
              <GoingAlone collection={child.collection} />
              {child.level_note && <p className="quiet">{childMessages.note(child.level_note)}</p>}
              <LevelHistory levels={child.levels} />
              <AskFamily child={child} details={details} />
              <ChangeButtons
                name={child.name}
                busy={busy}
                changes={[
                  [changeMessages.correctButton, () => detail.openChange(correctChild(child))],
                  [changeMessages.levelButton, () => detail.openChange(setLevel(child))],
                  [changeMessages.teamButton, () => detail.openChange(agreeTeam(child, details.teams))],
                  [taskMessages.newTask, () => location.assign(newTaskPath('child', child.id))],
                  ...bookChange(detail, child, details.family.family_id),
                ]}
              />
              <HealthButton
                id={child.id}
                name={child.name}
                details={health.get(child.id)}
                busy={busy}
                onView={() => void detail.readChildHealth(child.id)}
                onHide={() => detail.hideHealth(child.id)}
              />
              <HealthButton
                kind="first_aid"
                id={firstAidKey(child.id)}
                name={child.name}
                details={health.get(firstAidKey(child.id))}
                busy={busy}
                onView={() => void detail.readFirstAid(child.id)}
                onHide={() => detail.hideHealth(firstAidKey(child.id))}
              />
            </div>
          </li>
        ))}
      </ul>
    </PageSection>
  );
}

/** Returns the button that books a class, or nothing if the child has no credits. */
const bookChange = (
  detail: FamilyDetailsStore,
  child: FamilyPage['children'][number],
  familyId: string,
): [label: string, open: () => void][] =>
  child.credits_remaining > 0
    ? [[changeMessages.bookButton, () => void detail.openBooking(child, familyId)]]
    : [];

/** Scrolls to the section that the address names. When the browser looked for it, the family was not loaded yet. */
function scrollToLinked(element: HTMLElement | null): void {
  if (element !== null && location.hash === `#${element.id}`) element.scrollIntoView({ block: 'center' });
}
