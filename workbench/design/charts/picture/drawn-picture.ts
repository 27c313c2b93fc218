import type { Picture, Shape } from './shapes';

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
export const escaped = (text: string) => text.replaceAll(/[&<>"]/g, (character) => escapes[character] ?? '');
const places = 2;
const written = (length: number) => String(Number(length.toFixed(places)));

function elementOf(shape: Shape): string {
  const { color, left, width } = shape;
  const start = `x="${written(left)}" fill="${color}"`;
  if (shape.kind === 'box') {
    const { top, height, radius } = shape;
    const round = radius > 0 ? ` rx="${written(Math.min(radius, width / 2, height / 2))}"` : '';
    return `<rect ${start} y="${written(top)}" width="${written(width)}" height="${written(height)}"${round}/>`;
  }
  const { baseline, size, weight, family, text } = shape;
  const font = `font-family="${escaped(family)}" font-size="${written(size)}" font-weight="${weight}"`;
  return `<text ${start} y="${written(baseline)}" ${font} textLength="${written(width)}">${escaped(text)}</text>`;
}

export function svgOf({ width, height, shapes }: Picture, title: string): string {
  const size = `width="${written(width)}" height="${written(height)}"`;
  const view = `viewBox="0 0 ${written(width)} ${written(height)}"`;
  const head = `<svg xmlns="http://www.w3.org/2000/svg" ${size} ${view} role="img">`;
  return `${head}<title>${escaped(title)}</title>${shapes.map(elementOf).join('')}</svg>`;
}

// Twice as fine as the page, so that the picture is sharp in print.
const scale = 2;

export async function pngOf({ width, height, shapes }: Picture): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = Math.ceil(width * scale);
  canvas.height = Math.ceil(height * scale);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('There is no canvas.');
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.scale(scale, scale);
  for (const shape of shapes) paint(context, shape);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The picture is empty.')))),
  );
}

function paint(context: CanvasRenderingContext2D, shape: Shape): void {
  context.fillStyle = shape.color;
  if (shape.kind === 'box') {
    context.beginPath();
    context.roundRect(shape.left, shape.top, shape.width, shape.height, shape.radius);
    context.fill();
    return;
  }
  context.font = `${shape.weight} ${shape.size}px ${shape.family}`;
  context.fillText(shape.text, shape.left, shape.baseline, shape.width);
}
