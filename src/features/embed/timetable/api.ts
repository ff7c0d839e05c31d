import * as v from 'valibot';
import { SessionAvailability } from '#contract/availability.ts';
import { callRpc } from '#api/rpc.ts';

/** `notice` is the text that staff show to parents while sales are stopped. Every row repeats it. */
const Class = v.object({ ...SessionAvailability.entries, notice: v.nullish(v.string()) });
export type Class = v.InferOutput<typeof Class>;

/** Reads the classes until Sunday that have not started, as a visitor without an account. */
export const fetchClasses = () => callRpc('get_session_availability_with_enrollments', {}, v.array(Class));
