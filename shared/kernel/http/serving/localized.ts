import { languageOf, type Translate, translatorOf } from '@consulting/language';
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

const isProblem = ({ headers }: Response) => headers.get('content-type') === 'application/problem+json';

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
  const etag = response.headers.get('etag');
  if (etag && isOfContent(etag)) response.headers.set('etag', withLanguage(etag, language));
  if (response.body === null || !isJson(response)) return response;
  return translatorOf(language).then((translate) => translated(response, place, translate));
}

const ofPages = new WeakMap<PageOf, Place | null>();

function placesOf(answer: JsonSchema | PageOf): Place | null {
  if (!(answer instanceof PageOf)) return placesIn(answer);
  const place = ofPages.get(answer) ?? placesIn(answer.schema(true));
  ofPages.set(answer, place);
  return place;
}

const isJson = ({ headers }: Response) =>
  /^application\/(problem\+)?json/.test(headers.get('content-type') ?? '');

// Many rows have the same fault, so each text is translated once.
async function translated(response: Response, place: Place, translate: Translate): Promise<Response> {
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
  const said = translateIn(answer, place, (text) => texts.get(text) ?? text);
  return wholeResponse(JSON.stringify(said), status, headers);
}

// The tag of a record names its version, in whichever language its answer is, and is what If-Match sends.
const isOfContent = (etag: string) => !/^"\d+"$/.test(etag);

const withLanguage = (etag: string, language: string) => `${etag.slice(0, -1)}-${language}"`;

/** The tags of the request that are of its language, as the route made them. */
export function ownTags(request: Request): string | null {
  const tags = request.headers.get('if-none-match');
  const language = languageOf(request.headers.get('accept-language'));
  if (tags === null || language === 'en') return tags;
  const ending = `-${language}"`;
  const own = tags.split(',').flatMap((tag) => {
    const text = tag.trim();
    return text.endsWith(ending) ? [`${text.slice(0, -ending.length)}"`] : [];
  });
  return own.length === 0 ? null : own.join();
}
