import { type PointerEvent, useEffect, useRef, useState } from 'react';
import type { Box } from './blur.ts';
import { photoMessages } from './messages.ts';
import { drawBlurred } from './picture.ts';

interface Props {
  picture: HTMLCanvasElement;
  boxes: readonly Box[];
  onBlur: (box: Box) => void;
}

/** An area with a side shorter than this share of the picture's longer side counts as a tap. */
const TAP_SHARE = 0.03;
/** A tap blurs a square with this share of the picture's longer side, about a face at some metres. */
const FACE_SHARE = 0.14;

interface Drag {
  from: { x: number; y: number };
  to: { x: number; y: number };
}

/** Shows the picture as it will be sent. A tap or a drag blurs a part of it. */
export function BlurPicture({ picture, boxes, onBlur }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [drag, setDrag] = useState<Drag | null>(null);
  useEffect(() => {
    if (canvas.current) drawBlurred(picture, boxes, canvas.current);
  }, [picture, boxes]);

  function pointOf(event: PointerEvent<HTMLCanvasElement>) {
    const area = event.currentTarget.getBoundingClientRect();
    const { width, height } = picture;
    return {
      x: ((event.clientX - area.left) / area.width) * width,
      y: ((event.clientY - area.top) / area.height) * height,
    };
  }

  function finish(): void {
    if (drag) onBlur(boxOf(drag, Math.max(picture.width, picture.height)));
    setDrag(null);
  }

  const shown = drag && outline(drag, picture);
  return (
    <div className="blur-picture">
      <canvas
        ref={canvas}
        role="img"
        aria-label={photoMessages.picture}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          const point = pointOf(event);
          setDrag({ from: point, to: point });
        }}
        onPointerMove={(event) => {
          if (drag) setDrag({ ...drag, to: pointOf(event) });
        }}
        onPointerUp={finish}
        onPointerCancel={() => setDrag(null)}
      />
      {shown && (
        <svg viewBox={`0 0 ${picture.width} ${picture.height}`} aria-hidden="true">
          <rect {...shown} />
        </svg>
      )}
    </div>
  );
}

const outline = ({ from, to }: Drag, { width, height }: HTMLCanvasElement): Box => {
  const clampX = (x: number) => Math.max(0, Math.min(width, x));
  const clampY = (y: number) => Math.max(0, Math.min(height, y));
  return {
    x: clampX(Math.min(from.x, to.x)),
    y: clampY(Math.min(from.y, to.y)),
    width: Math.abs(clampX(to.x) - clampX(from.x)),
    height: Math.abs(clampY(to.y) - clampY(from.y)),
  };
};

function boxOf({ from, to }: Drag, longerSide: number): Box {
  const [width, height] = [Math.abs(to.x - from.x), Math.abs(to.y - from.y)];
  // A line hides nothing, so it counts as a tap, too.
  if (Math.min(width, height) >= longerSide * TAP_SHARE)
    return { x: Math.min(from.x, to.x), y: Math.min(from.y, to.y), width, height };
  const side = longerSide * FACE_SHARE;
  return { x: from.x - side / 2, y: from.y - side / 2, width: side, height: side };
}
