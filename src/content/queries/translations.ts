import { defineQuery } from 'groq';

/** The translations, without proposals, which nobody has reviewed yet (decisions "Languages"). */
export const translationsQuery = defineQuery(
  `*[_type == "translation"] | order(_id asc){ _id, "texts": coalesce(texts[proposed != true]{ "key": _key, "was": coalesce(was, ""), "text": coalesce(text, "") }, []) }`,
);

/** The addresses of pages that marketing made, which exist in each language. */
export const madePagesQuery = defineQuery(`*[_type == "page" && defined(address)].address`);
