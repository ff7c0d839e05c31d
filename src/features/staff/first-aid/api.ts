import { ParentInformed, StaffFirstAid } from '#contract/first-aid.ts';
import { asMember } from '#api/as-member.ts';
import * as v from 'valibot';
import { callRpc, readRows } from '#api/rpc.ts';
import { readList } from '#api/staff-list.ts';

/** Each call reads the health information of everybody in its answer, so it is logged. */
export const fetchFirstAid = readList('list_first_aid', StaffFirstAid);

const Location = v.object({ id: v.string(), name: v.string() });
export const fetchLocations = () =>
  asMember((token) => readRows('locations?select=id,name&order=name', v.array(Location), token));

export const setParentTold = (id: string) =>
  asMember((token) => callRpc('set_parent_informed', { p_first_aid_id: id }, ParentInformed, token));
