import {
  ClosedDaySet,
  SavedSeason,
  SeasonCopy,
  type SeasonFields,
  Seasons,
  WithdrawnSeason,
} from '#contract/seasons.ts';
import { asMember } from '#api/as-member.ts';
import { callRpc } from '#api/rpc.ts';

export const fetchSeasons = () => asMember((token) => callRpc('get_seasons', {}, Seasons, token));

/** Saves a season. If no id is given, creates one. `original` has the fields as the form was opened with them. */
export const saveSeason = (id: string | null, fields: SeasonFields, original: SeasonFields | null) =>
  asMember((token) =>
    callRpc('save_season', { p_season_id: id, p_season: fields, p_expected: original }, SavedSeason, token),
  );

/** Closes or opens a day. A closed day that is not a public holiday needs a reason. */
export const setClosedDay = (day: string, isClosed: boolean, reason: string | null) =>
  asMember((token) =>
    callRpc('set_closed_day', { p_day: day, p_is_closed: isClosed, p_reason: reason }, ClosedDaySet, token),
  );

export const previewCopy = (id: string, fields: SeasonFields) =>
  asMember((token) =>
    callRpc('preview_season_copy', { p_season_id: id, p_season: fields }, SeasonCopy, token),
  );

export const copySeason = (id: string, fields: SeasonFields) =>
  asMember((token) => callRpc('copy_season', { p_season_id: id, p_season: fields }, SavedSeason, token));

export const withdrawSeason = (id: string) =>
  asMember((token) => callRpc('withdraw_season', { p_season_id: id }, WithdrawnSeason, token));
