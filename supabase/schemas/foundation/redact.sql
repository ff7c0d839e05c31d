-- Logs must not store what a person typed, or anything that gives access (docs/decisions "Safety").

create function private.stripped_address(p_url text)
returns text
language sql
immutable
set search_path = ''
as $$
  select nullif(left(regexp_replace(
    regexp_replace(p_url, '[?#].*$', ''),
    '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|[2-9A-HJKMNP-Z]{20}', '[id]', 'gi'), 300), '')
$$;
comment on function private.stripped_address(text) is
  'Returns a page''s URL without query and fragment, which contain secrets of orders and codes of parties, and without '
  'ids in its path.';

create function private.redact_labelled(p_text text)
returns text
language sql
immutable
set search_path = ''
as $$
  -- The pattern matches a label, optional quotes and a colon or an equals sign. Then it matches a quoted value, or
  -- everything up to the next comma or end of line.
  select regexp_replace(p_text,
    '(\m(?:'
      || '(?:full|first|last|family|given|sur|nick|user|child|kid|parent|guardian|guest|host|contact|mother|father|sibling|coach|account)?[_ -]?name'
      || '|child(?:ren)?|kids?|parents?|guardian|mother|father|guests?'
      || '|e-?mail|phone|mobile|whatsapp(?:[_ -]?phone)?|tel|contact|address|postal(?:[_ -]?code)?|postcode'
      || '|nric|fin|passport|birth[_ -]?(?:date|day)|date of birth|dob|gender|school'
      || '|allerg(?:y|ies)|medical[a-z_ -]*|medications?|conditions?|injur(?:y|ies)|health[a-z_ -]*|doctor|insurance[a-z_ -]*'
      || '|emergency[a-z_ -]*|pick[_ -]?up[a-z_ -]*|behaviou?r[a-z_]*|signature|remarks?'
      || '|password|passwd|pwd|pass(?:code|phrase)|otp|pin|secret|token|access[_ -]?token|refresh[_ -]?token|id[_ -]?token|api[_ -]?key|authori[sz]ation|cookie|session[_ -]?key|card[a-z_ -]*|cvc|cvv'
      || ')\M\\?["'']?\s*(?:[:=]|：)\s*|(?:姓名|名字|电话|地址)\s*[:=：]\s*)'
      || '(?:\\?"[^"\n]*"?|\\?''[^''\n]*''?|\[[^]\n]*]?|\{[^}\n]*}?|[^,;&|\n\r)}<>\]]+)',
    '\1[hidden]', 'gi')
$$;
comment on function private.redact_labelled(text) is
  'Removes values after labels of personal data or secrets, such as name: …, "dob":"…", password=….';

create function private.redact(p_text text, p_max integer)
returns text
language sql
immutable
set search_path = ''
as $$
  -- Few patterns are nested here, because a connection caches only 32 compiled ones, and compiling takes most of the
  -- time.
  select left(
    regexp_replace(regexp_replace(regexp_replace(regexp_replace(
      private.redact_labelled(regexp_replace(regexp_replace(
        left(p_text, p_max + 500),
        '[\u0001-\u0008\u000b-\u001f\u007f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]', '', 'g'),
        '(\S)[?#]\S*', '\1', 'g')),
      -- The pattern spares locations in stack traces of Firefox and Safari: name@https://….
      '[^\s@＠<>"''(/:]+(?:@|＠|%40)(?![a-z-]+://)[^\s@<>"'')/]+', '[email]', 'gi'),
      '\m(?:[Bb]earer|[Bb]asic)\s+\S+|\meyJ[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]*)*|\m(?:sk|pk|rk|whsec|sbp|sb|re|cs|pi|seti)_[A-Za-z0-9_]{6,}|\m(?:acct|card|ch|cus|evt|in|pm|py|req|src|sub|tok|txn)_[A-Za-z0-9]{14,}|[A-Za-z0-9_+-]{32,}|\m[2-9A-HJKMNP-Z]{20}\M', '[token]', 'g'),
      '\m[STFGM][ -]?\d{7}[ -]?[A-Z]\M|\m(?:S|singapore)\s*\(?\d{6}\M\)?|\(?\+?\d[\d\s/().-]{5,}\d', '[number]', 'gi'),
      '(\[(?:email|token|number|hidden)\])(?:\s*\1)+', '\1', 'g'),
    p_max)
$$;
comment on function private.redact(text, integer) is
  'Makes a text safe to store. Removes query strings, addresses, tokens, ids, identity cards, numbers, dates of '
  'birth, and values after labels such as name. The server redacts even if the browser already did.';
