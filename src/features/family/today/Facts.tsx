import type { FamilyChild, FamilyDashboard } from '#contract/family.ts';
import { today } from '#domain/dates.ts';
import { factMessages, levelMessages } from './messages.ts';
import { endedPassOf, passOf, attendedPercent } from './model.ts';

/** Shows facts about a child. The level is shown until the first attendance is recorded. */
export function Facts({ family, child }: { family: FamilyDashboard; child: FamilyChild }) {
  const { credits_remaining, sessions, quiz_completed } = child;
  const share = attendedPercent(sessions);
  return (
    <div className="today-facts numbers">
      <div>
        <b className={credits_remaining === 0 ? 'low' : undefined}>{credits_remaining}</b>
        {factMessages.credits(credits_remaining)}
        <br />
        {passMessage(family, child.id)}
      </div>
      <div>
        <b>{sessions.booked}</b>
        {factMessages.sessions(sessions.booked)}
        <br />
        {sessions.since === null ? factMessages.noSessionsYet : factMessages.since(sessions.since)}
      </div>
      {share === null ? (
        <div>
          <b>{quiz_completed ? '✓' : '?'}</b>
          {quiz_completed ? levelMessages.complete : levelMessages.incomplete}
        </div>
      ) : (
        <div>
          <b>{share}%</b>
          {factMessages.turnedUp}, {factMessages.of(sessions.attended, sessions.marked)}
          <br />
          {quiz_completed ? levelMessages.complete : levelMessages.incomplete}
        </div>
      )}
    </div>
  );
}

function passMessage(family: FamilyDashboard, childId: string): string {
  const pass = passOf(family, childId);
  if (!pass) {
    const endedPass = endedPassOf(family, childId);
    return endedPass?.valid_until
      ? factMessages.ended(endedPass.title, endedPass.valid_until)
      : factMessages.noPass;
  }
  const renews = pass.subscription?.status === 'active' ? pass.subscription.current_period_end : null;
  return renews === null
    ? factMessages.until(pass.title, pass.valid_until)
    : factMessages.renews(pass.title, today(new Date(renews)));
}
