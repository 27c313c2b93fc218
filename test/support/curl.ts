/** The part of curl that the pages of docs use, for machines without it: -s, -o, -X, -H, -d and -F of one request. */
const form = new FormData();
const headers = new Headers();
let url = '';
let output: string | undefined;
let method: string | undefined;
let body: string | undefined;

async function addPart(part: string): Promise<void> {
  const [, name = '', value = ''] = /^([^=]*)=(.*)$/s.exec(part) ?? [];
  if (!value.startsWith('@')) return form.append(name, value);
  const path = value.slice(1);
  form.append(name, new File([await Bun.file(path).arrayBuffer()], path.slice(path.lastIndexOf('/') + 1)));
}

const options: Record<string, (value: string) => unknown> = {
  '-o': (value) => {
    output = value;
  },
  '-X': (value) => {
    method = value;
  },
  '-d': (value) => {
    body = value;
  },
  '-H': (value) => headers.append(...splitHeader(value)),
  '-F': addPart,
};

function splitHeader(header: string): [string, string] {
  const colon = header.indexOf(':');
  return [header.slice(0, colon), header.slice(colon + 1).trim()];
}

const given = process.argv.slice(2);
for (let word = given.shift(); word !== undefined; word = given.shift()) {
  const take = options[word];
  if (take) await take(given.shift() ?? '');
  else if (!word.startsWith('-')) url = word;
  else if (word !== '-s') throw new Error(`${word} is none of the options that the pages use.`);
}
const hasForm = [...form.keys()].length > 0;
const sent = body ?? (hasForm ? form : undefined);
const response = await fetch(url, {
  method: method ?? (sent === undefined ? 'GET' : 'POST'),
  headers,
  body: sent,
});
await Bun.write(output ?? Bun.stdout, await response.arrayBuffer());
