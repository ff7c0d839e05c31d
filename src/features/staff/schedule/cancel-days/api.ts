import { CancelledDays, type DayMoney, RestoredDay } from '#contract/camp-days.ts';
import { asMember } from '#api/as-member.ts';
import { callRpc } from '#api/rpc.ts';

/** Returns what cancelling these days of a camp does. */
export const previewCancelledDays = (id: string, days: readonly string[], money: DayMoney) =>
  asMember((token) =>
    callRpc(
      'preview_cancel_camp_days',
      { p_camp_id: id, p_days: [...days], p_money: money },
      CancelledDays,
      token,
    ),
  );

/** Cancels days of a camp. The database refuses this if the consequences are no longer those that staff saw. */
export const cancelDays = (
  id: string,
  cancelled: readonly string[],
  reason: string,
  money: DayMoney,
  instead: string | null,
  { days, children, refund_cents }: CancelledDays,
) =>
  asMember((token) =>
    callRpc(
      'cancel_camp_days',
      {
        p_camp_id: id,
        p_days: [...cancelled],
        p_reason: reason,
        p_money: money,
        p_instead: instead,
        p_expected: { days, children, refund_cents },
      },
      CancelledDays,
      token,
    ),
  );

/** Holds a cancelled day of a camp after all. */
export const restoreDay = (id: string, day: string) =>
  asMember((token) => callRpc('restore_camp_day', { p_camp_id: id, p_day: day }, RestoredDay, token));
