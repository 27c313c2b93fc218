import { loweredText } from '@consulting/kernel/text';

const plainPattern = /^[\x21-\x7e]*$/;

/** Text as rates.md 2.2 compares it: trimmed, inner white space collapsed, case ignored; empty is null. */
export function comparable(text: string | null): string | null {
  if (text === null) return null;
  // Codes are the bulk of what is compared, and in ASCII the usual lower case is that of the database.
  if (plainPattern.test(text)) return text.toLowerCase() || null;
  return loweredText(text.trim().replace(/\s+/g, ' ')) || null;
}

export function sameTextAs(wanted: string | null): (text: string | null) => boolean {
  const target = comparable(wanted);
  const answers = new Map<string | null, boolean>();
  return (text) => {
    const known = answers.get(text);
    if (known !== undefined) return known;
    const answer = comparable(text) === target;
    answers.set(text, answer);
    return answer;
  };
}
