import type { FamilyChild, FamilyDashboard } from '#contract/family.ts';
import { today } from '#domain/dates.ts';
import { factWords, levelWords } from './messages.ts';
import { endedPassOf, passOf, turnedUp } from './model.ts';

/**
 * Credits with their pass and its end, sessions and attendance. Before any attendance is recorded, the assessment
 * takes its place.
 */
export function Facts({ family, child }: { family: FamilyDashboard; child: FamilyChild }) {
  const { credits_remaining, sessions, quiz_completed } = child;
  const share = turnedUp(sessions);
  return (
    <div className="facts numbers">
      <div>
        <b className={credits_remaining === 0 ? 'low' : undefined}>{credits_remaining}</b>
        {factWords.credits(credits_remaining)}
        <br />
        {passWords(family, child.id)}
      </div>
      <div>
        <b>{sessions.booked}</b>
        {factWords.sessions(sessions.booked)}
        <br />
        {sessions.since === null ? factWords.first : factWords.since(sessions.since)}
      </div>
      {share === null ? (
        <div>
          <b>{quiz_completed ? '✓' : '?'}</b>
          {quiz_completed ? levelWords.complete : levelWords.incomplete}
        </div>
      ) : (
        <div>
          <b>{share}%</b>
          {factWords.turnedUp}, {factWords.of(sessions.attended, sessions.marked)}
          <br />
          {quiz_completed ? levelWords.complete : levelWords.incomplete}
        </div>
      )}
    </div>
  );
}

function passWords(family: FamilyDashboard, childId: string): string {
  const pass = passOf(family, childId);
  if (!pass) {
    const ended = endedPassOf(family, childId);
    return ended?.valid_until ? factWords.ended(ended.title, ended.valid_until) : factWords.noPass;
  }
  const renews = pass.subscription?.status === 'active' ? pass.subscription.current_period_end : null;
  return renews === null
    ? factWords.until(pass.title, pass.valid_until)
    : factWords.renews(pass.title, today(new Date(renews)));
}
