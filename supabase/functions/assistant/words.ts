const stopWords = new Set(
  `a about after all also am an and any are as at be been before being both but by can could did do does done each either else
  ever for from get gets give given go goes had has have having he her here hers him his how however i if in instead into is it its
  just kindly let like made make makes many may maybe me mine more most much my need needs no none nor not now of off okay on once one
  or other others our ours out over own perhaps please quite rather really same say says see she should so some soon still such sure
  take takes than thank thanks that the their them then there these they thing things this those though through to too under until up
  upon us use used very via was way we well were what whatever when where whether which while who whole whom whose why will with within
  without would yes yet you your yours might work works help helps happy simply run runs
  begin begins start starts end ends last lasts come comes happen happens mean means depend depends find look welcome cost costs
  price prices`.split(/\s+/),
);

/**
 * Returns the content words of a text. Each is cut to about its stem, which has as many letters as needed to
 * distinguish it.
 */
export const termsOf = (text: string): string[] =>
  (
    text
      .normalize('NFKD')
      .toLowerCase()
      .replace(/[\u0300-\u036f’'‘]/g, '')
      .match(/[a-z]+/g) ?? []
  )
    .filter((word) => word.length > 2 && !stopWords.has(word))
    .map((word) => word.replace(/(?:ings?|ed|es|s|ly|ies|y|e)$/, '').slice(0, 6));
