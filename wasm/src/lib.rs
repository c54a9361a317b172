//! Translation between JavaScript and the mcpward core.
