import { languageOf, type Translate, translatorOf } from '@consulting/language';
import { LRUCache } from 'lru-cache';
import { Slice } from '../../process';
import type { JsonSchema } from '../../schema';
import { PageOf } from './answer';
import { type Place, placesIn, translateIn } from './sentences';
import { wholeResponse } from './whole-response';

const text: Place = { isText: true, keys: new Map() };
const messages: Place = {
  isText: false,
  keys: new Map(),
  each: { isText: false, keys: new Map([['message', text]]) },
};

const ofProblems: Place = {
  isText: false,
  keys: new Map([
    ['title', text],
    ['detail', text],
    ['errors', messages],
    ['lines', messages],
  ]),
};

const isProblem = ({ status, headers }: Response) =>
  status >= 400 && headers.get('content-type') === 'application/problem+json';

/**
 * Services make sentences in English. They are translated in the answer alone, so that nothing of a caller's
 * language is stored.
 */
export function localized(
  request: Request,
  response: Response,
  answer?: JsonSchema | PageOf,
): Response | Promise<Response> {
  const place = isProblem(response) ? ofProblems : answer && placesOf(answer);
  if (!place || response.status === 204) return response;
  const language = languageOf(request.headers.get('accept-language'));
  response.headers.append('vary', 'Accept-Language');
  response.headers.set('content-language', language);
  if (language === 'en') return response;
  const tag = contentTag(response, language);
  if (tag !== undefined) response.headers.set('etag', tag);
  if (response.body === null || !isJson(response)) return response;
  const known = tag && contents.get(tag);
  if (known) return wholeResponse(known, response.status, response.headers);
  return translatorOf(language).then((translate) => translated(response, place, translate, tag));
}

// Contents that have a tag of their own are few, and change with a release alone.
const contents = new LRUCache<string, string>({ max: 50 });

const ofPages = new WeakMap<PageOf, Place | null>();

function placesOf(answer: JsonSchema | PageOf): Place | null {
  if (!(answer instanceof PageOf)) return placesIn(answer);
  const known = ofPages.get(answer);
  if (known !== undefined) return known;
  const place = placesIn(answer.schema(true));
  ofPages.set(answer, place);
  return place;
}

const isJson = ({ headers }: Response) =>
  /^application\/(problem\+)?json/.test(headers.get('content-type') ?? '');

// Many rows have the same fault, so each text is translated once.
async function translated(
  response: Response,
  place: Place,
  translate: Translate,
  tag: string | undefined,
): Promise<Response> {
  const { status, headers } = response;
  const answer: unknown = await response.json();
  const texts = new Map<string, string>();
  translateIn(answer, place, (text) => {
    texts.set(text, text);
    return text;
  });
  const slice = new Slice();
  for (const text of texts.keys()) {
    texts.set(text, translate(text));
    if (slice.isOver) await slice.next();
  }
  const said = JSON.stringify(translateIn(answer, place, (text) => texts.get(text) ?? text));
  if (tag !== undefined) contents.set(tag, said);
  return wholeResponse(said, status, headers);
}

// The tag of a record names its version, in whichever language its answer is, and is what If-Match sends.
function contentTag({ headers }: Response, language: string): string | undefined {
  const etag = headers.get('etag');
  return etag === null || /^"\d+"$/.test(etag) ? undefined : `${etag.slice(0, -1)}-${language}"`;
}

/** The tags of the request that are of its language, as the route made them. */
export function ownTags(request: Request): string | null {
  const tags = request.headers.get('if-none-match');
  const language = languageOf(request.headers.get('accept-language'));
  if (tags === null || language === 'en') return tags;
  const ending = `-${language}"`;
  const own = tags.split(',').flatMap((tag) => {
    const text = tag.trim();
    if (text === '*') return ['*'];
    return text.endsWith(ending) ? [`${text.slice(0, -ending.length)}"`] : [];
  });
  return own.length === 0 ? null : own.join();
}
