import { defineQuery } from 'groq';

/** The sentences of the code that editors changed in Studio (decisions "Sentences are content"). */
export const wordingQuery = defineQuery(
  `*[_type == "wording"] | order(_id asc){ "changes": coalesce(changes[]{ "key": _key, "was": coalesce(was, ""), "text": coalesce(text, "") }, []) }`,
);
