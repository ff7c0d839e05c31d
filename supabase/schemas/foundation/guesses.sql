-- Limits how often a caller may guess a secret, for example the token of a link.

create function private.has_guessed(p_kind text)
returns boolean
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_rule constant public.rate_rules := private.rate_rule('guess');
  v_caller text;
begin
  if private.is_service() then return false; end if;
  foreach v_caller in array private.caller_keys() loop
    if private.is_used_up(
      private.fingerprint(format('guess %s %s', p_kind, v_caller)), private.rate_limit_of(v_rule, v_caller)) then return true; end if;
  end loop;
  return false;
end;
$$;
comment on function private.has_guessed(text) is
  'Returns whether this caller has made too many wrong guesses of a kind. The kind code stands for promotion codes, '
  'link for secrets and links.';

create function private.note_guess(p_kind text, p_input text default null)
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
  perform set_config('answers.guess', concat_ws(' ', p_kind, lower(trim(left(p_input, 60)))), true);
end;
$$;
comment on function private.note_guess(text, text) is
  'Notes that the call named something unknown. private.leave_call counts it. p_input is a value that may come again '
  'and then counts as one guess, such as the code in each new quote of an order.';

create function private.refuse_wrong_link()
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
  if private.has_guessed('link') then perform private.fail('rate_limited'); end if;
  perform private.note_guess('link');
end;
$$;
comment on function private.refuse_wrong_link() is
  'Functions that return null for an unknown link or code call this function. It counts the guess, or fails with '
  'rate_limited after too many guesses.';

create function private.count_guess(p_guess text)
returns boolean
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_rule constant public.rate_rules := private.rate_rule('guess');
  v_kind constant text := split_part(p_guess, ' ', 1);
  v_counter text;
  v_caller text;
begin
  if private.is_service() then return true; end if;
  foreach v_caller in array private.caller_keys() loop
    v_counter := case when p_guess <> v_kind then format('guessed %s %s', p_guess, v_caller) end;
    if v_counter is null or private.count_hit(v_counter, 1, v_rule.seconds) then
      if not private.count_hit(format('guess %s %s', v_kind, v_caller), private.rate_limit_of(v_rule, v_caller), v_rule.seconds) then
        -- The caller does not learn whether this guess was right, so the same guess must count again.
        delete from public.rate_limits where key_hash = private.fingerprint(v_counter);
        return false;
      end if;
    end if;
  end loop;
  return true;
end;
$$;
comment on function private.count_guess(text) is
  'Counts the guess that private.note_guess noted, by account and network address. Returns whether the guess is within '
  'the limit. If parallel guesses reached the limit first, returns false, and the call is not answered.';
