export interface Box {
  kind: 'box';
  left: number;
  top: number;
  width: number;
  height: number;
  radius: number;
  color: string;
}

export interface Words {
  kind: 'words';
  left: number;
  // Where the letters stand.
  baseline: number;
  width: number;
  text: string;
  color: string;
  size: number;
  weight: string;
  family: string;
}

export type Shape = Box | Words;

export interface Picture {
  width: number;
  height: number;
  shapes: readonly Shape[];
}

// What has this attribute belongs to the page and not to its picture.
const leftOut = '[data-picture="none"], .unseen';
const margin = 1;

const sides = ['Top', 'Right', 'Bottom', 'Left'] as const;

// The picture of an element as boxes and words, which programs that know no HTML can draw, too.
export function pictureOf(element: HTMLElement): Picture {
  const outer = element.getBoundingClientRect();
  const brush = new Brush(outer.left - margin, outer.top - margin);
  const walk = (node: Element) => {
    if (node.matches(leftOut)) return;
    const style = getComputedStyle(node);
    if (style.display === 'none' || style.visibility === 'hidden') return;
    brush.box(node, style);
    for (const child of node.childNodes) {
      if (child instanceof Element) walk(child);
      else if (child instanceof Text) brush.words(child, style);
    }
  };
  walk(element);
  return { width: outer.width + 2 * margin, height: outer.height + 2 * margin, shapes: brush.shapes };
}

class Brush {
  readonly shapes: Shape[] = [];
  readonly #canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  readonly #colors = new Map<string, string | null>();

  constructor(
    private readonly left: number,
    private readonly top: number,
  ) {}

  box(node: Element, style: CSSStyleDeclaration): void {
    const { left, top, width, height } = node.getBoundingClientRect();
    if (width === 0 || height === 0) return;
    const place = { left: left - this.left, top: top - this.top, width, height };
    // What is round on one side only is drawn with corners.
    const isRound = style.borderTopLeftRadius === style.borderBottomRightRadius;
    const radius = isRound ? Number.parseFloat(style.borderTopLeftRadius) || 0 : 0;
    this.#fill(node instanceof SVGElement ? style.fill : style.backgroundColor, place, radius, node);
    for (const side of sides) {
      const line = Number.parseFloat(style[`border${side}Width`]);
      if (line > 0 && style[`border${side}Style`] !== 'none')
        this.#fill(style[`border${side}Color`], edge(place, side, line), 0, node);
    }
  }

  #fill(color: string, place: Omit<Box, 'kind' | 'radius' | 'color'>, radius: number, node: Element): void {
    const filled =
      node instanceof SVGElement && !(node instanceof SVGRectElement) ? null : this.#plain(color);
    if (filled !== null) this.shapes.push({ kind: 'box', ...place, radius, color: filled });
  }

  words(node: Text, style: CSSStyleDeclaration): void {
    const color = this.#plain(style.color);
    if (color === null || !this.#canvas) return;
    const { fontFamily: family, fontWeight: weight } = style;
    this.#canvas.font = `${weight} ${style.fontSize} ${family}`;
    const { fontBoundingBoxAscent: ascent, fontBoundingBoxDescent: descent } = this.#canvas.measureText('x');
    for (const { text, left, top, width, height } of linesOf(node))
      this.shapes.push({
        ...{ kind: 'words', text, width, color, weight, family, size: Number.parseFloat(style.fontSize) },
        left: left - this.left,
        baseline: top - this.top + (height + ascent - descent) / 2,
      });
  }

  // Colours that are mixed in other spaces are written as all programs read them; what is transparent is null.
  #plain(color: string): string | null {
    const known = this.#colors.get(color);
    if (known !== undefined) return known;
    const canvas = this.#canvas;
    if (!canvas) return null;
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = color;
    canvas.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0, alpha = 0] = canvas.getImageData(0, 0, 1, 1).data;
    const hex = [red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('');
    const plain = alpha === 0 || color === 'none' ? null : `#${hex}`;
    this.#colors.set(color, plain);
    return plain;
  }
}

function edge<P extends { left: number; top: number; width: number; height: number }>(
  place: P,
  side: (typeof sides)[number],
  line: number,
): P {
  const { left, top, width, height } = place;
  if (side === 'Top') return { ...place, height: line };
  if (side === 'Bottom') return { ...place, top: top + height - line, height: line };
  return side === 'Left' ? { ...place, width: line } : { ...place, left: left + width - line, width: line };
}

interface Line {
  text: string;
  left: number;
  top: number;
  width: number;
  height: number;
}

// Words on the same height are one line.
function linesOf(node: Text): Line[] {
  const lines: Line[] = [];
  const range = document.createRange();
  for (const { index, 0: word } of node.data.matchAll(/\S+/g)) {
    range.setStart(node, index);
    range.setEnd(node, index + word.length);
    const { left, right, top, width, height } = range.getBoundingClientRect();
    const line = lines.at(-1);
    if (width === 0) continue;
    if (line && Math.abs(line.top - top) < height / 2) {
      line.text += ` ${word}`;
      line.width = right - line.left;
    } else lines.push({ text: word, left, top, width, height });
  }
  return lines;
}
