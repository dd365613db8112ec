#if Window
  import CSDL2
  import Foundation
  import LaminaViews

  /// A translator of SDL's events for the process's one window.
  struct SDLEventReader {
    /// The type of the events that wake a window.
    static let wakeType = SDL_RegisterEvents(1)

    /// The modifier keys that are down as of the last event: SDL's own state includes events that
    /// were not read yet.
    private(set) var modifiers: KeyModifiers = []

    /// Returns the window event for an SDL event, or nil if the window ignores it.
    ///
    /// - Parameters:
    ///   - scale: the number of pixels in a unit of the display.
    ///   - size: the size of the window, in pixels.
    mutating func read(_ event: SDL_Event, scale: CGFloat, size: PixelSize) -> WindowEvent? {
      if event.type == Self.wakeType { return .woken }
      switch SDL_EventType(event.type) {
      case SDL_QUIT:
        return .closeRequested
      case SDL_WINDOWEVENT:
        return read(event.window)
      case SDL_MOUSEMOTION:
        return .pointerMoved(
          CGPoint(x: CGFloat(event.motion.x) * scale, y: CGFloat(event.motion.y) * scale))
      case SDL_MOUSEBUTTONDOWN:
        return event.button.button == UInt8(SDL_BUTTON_LEFT) ? .buttonPressed : nil
      case SDL_MOUSEBUTTONUP:
        return event.button.button == UInt8(SDL_BUTTON_LEFT) ? .buttonReleased : nil
      case SDL_MOUSEWHEEL:
        let sign: CGFloat = event.wheel.direction == SDL_MOUSEWHEEL_FLIPPED.rawValue ? -1 : 1
        return .wheel(
          dx: sign * CGFloat(event.wheel.preciseX), dy: sign * CGFloat(event.wheel.preciseY),
          modifiers: modifiers)
      case SDL_FINGERDOWN: return finger(event.tfinger, .began, size)
      case SDL_FINGERMOTION: return finger(event.tfinger, .moved, size)
      case SDL_FINGERUP: return finger(event.tfinger, .ended, size)
      case SDL_KEYDOWN, SDL_KEYUP:
        let keysym = event.key.keysym
        modifiers = KeyModifiers(SDL_Keymod(UInt32(keysym.mod)))
        guard let key = Key(keysym) else { return nil }
        return .key(key, isDown: event.type == SDL_KEYDOWN.rawValue, modifiers: modifiers)
      default:
        return nil
      }
    }

    private mutating func read(_ event: SDL_WindowEvent) -> WindowEvent? {
      switch SDL_WindowEventID(UInt32(event.event)) {
      case SDL_WINDOWEVENT_SIZE_CHANGED, SDL_WINDOWEVENT_DISPLAY_CHANGED: return .resized
      case SDL_WINDOWEVENT_EXPOSED: return .exposed
      case SDL_WINDOWEVENT_SHOWN, SDL_WINDOWEVENT_RESTORED: return .shown
      case SDL_WINDOWEVENT_HIDDEN, SDL_WINDOWEVENT_MINIMIZED: return .hidden
      case SDL_WINDOWEVENT_FOCUS_GAINED:
        modifiers = KeyModifiers(SDL_GetModState())
        return nil
      case SDL_WINDOWEVENT_FOCUS_LOST:
        modifiers = []
        return .focusLost
      case SDL_WINDOWEVENT_LEAVE: return .pointerLeft
      case SDL_WINDOWEVENT_CLOSE: return .closeRequested
      default: return nil
      }
    }

    /// Returns a finger event. SDL reports its position as a fraction of the window's size.
    private func finger(
      _ event: SDL_TouchFingerEvent, _ phase: Touch.Phase, _ size: PixelSize
    ) -> WindowEvent {
      .finger(
        id: Int(event.fingerId), phase: phase,
        location: CGPoint(
          x: CGFloat(event.x) * CGFloat(size.width), y: CGFloat(event.y) * CGFloat(size.height)))
    }
  }

  extension KeyModifiers {
    /// Creates the modifiers from SDL's, of either side of the keyboard.
    init(_ state: SDL_Keymod) {
      self = []
      let known: [(SDL_Keymod, KeyModifiers)] = [
        (KMOD_SHIFT, .shift), (KMOD_CTRL, .control), (KMOD_ALT, .alternate), (KMOD_GUI, .command),
      ]
      for (bits, modifier) in known where state.rawValue & bits.rawValue != 0 { insert(modifier) }
    }
  }

  extension Key {
    /// Creates a key from SDL's, or nil if views have no such key.
    ///
    /// A key that types a character is the character that it types without modifiers in the user's
    /// layout. An equals sign with shift is a plus, as on keyboards that have both on one key.
    init?(_ keysym: SDL_Keysym) {
      switch SDL_KeyCode(UInt32(bitPattern: keysym.sym)) {
      case SDLK_LEFT: self = .left
      case SDLK_RIGHT: self = .right
      case SDLK_UP: self = .up
      case SDLK_DOWN: self = .down
      case SDLK_HOME: self = .home
      case SDLK_END: self = .end
      case SDLK_PAGEUP: self = .pageUp
      case SDLK_PAGEDOWN: self = .pageDown
      case SDLK_SPACE: self = .space
      case SDLK_TAB: self = .tab
      case SDLK_BACKSPACE, SDLK_DELETE: self = .delete
      case SDLK_ESCAPE: self = .escape
      case SDLK_RETURN, SDLK_KP_ENTER: self = .return
      case SDLK_KP_PLUS: self = .plus
      case SDLK_KP_MINUS: self = .minus
      case SDLK_EQUALS where UInt32(keysym.mod) & KMOD_SHIFT.rawValue != 0: self = .plus
      default:
        // Keys without a character have a bit of their own.
        guard keysym.sym > 0x20, keysym.sym & Int32(SDLK_SCANCODE_MASK) == 0,
          let scalar = Unicode.Scalar(UInt32(keysym.sym))
        else { return nil }
        self = .character(Character(scalar))
      }
    }
  }
#endif
