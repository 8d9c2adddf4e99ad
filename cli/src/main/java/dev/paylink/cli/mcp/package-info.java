/** Tools for AI assistants, served with the Model Context Protocol (MCP) over two streams. */
@NullMarked
package dev.paylink.cli.mcp;

import org.jspecify.annotations.NullMarked;
